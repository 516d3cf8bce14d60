// The other person of a booking: as typed, or as they are known from a booking before.
import { useQuery } from "@tanstack/react-query";
import { useSession } from "web-shared/api/session";
import { learnersQuery } from "./api";
import { type Draft, nobody, type PersonData } from "./draft";

export function useLearner({ beneficiaryId, beneficiaryData }: Draft): PersonData {
  const known = useSession() !== null && beneficiaryId !== null;
  const { data } = useQuery({ ...learnersQuery, enabled: known });
  if (!known) return beneficiaryData;
  const learner = data?.find(({ id }) => id === beneficiaryId);
  return {
    ...nobody,
    firstName: learner?.firstName ?? "",
    lastName: learner?.lastName ?? "",
    email: learner?.email ?? "",
  };
}
