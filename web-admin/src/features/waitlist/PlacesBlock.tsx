// One course among its seats: whether it starts, the seats on offer, who waits.
import type { Course } from "web-shared/api/courses";
import type { CourseMinimum } from "../../ui/decisionTypes";
import { StartState, StartTag } from "../../ui/StartState";
import { CourseBlock } from "./CourseBlock";
import { WaitingList } from "./WaitingList";

export function PlacesBlock({ course }: { course: Course & CourseMinimum }) {
  if (!course.minimumLearners) {
    return (
      <CourseBlock course={course}>
        <WaitingList course={course} />
      </CourseBlock>
    );
  }
  return (
    <CourseBlock course={course} tag={<StartTag id={course.id} />}>
      <StartState course={course} />
      <WaitingList course={course} />
    </CourseBlock>
  );
}
