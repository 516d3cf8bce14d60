// The other person of a booking: as typed, or as they are known from a booking before.
import { useQuery } from "@tanstack/react-query";
import { learnersQuery } from "web-shared/api/learners";
import { useSession } from "web-shared/api/session";
import { type Draft, nobody, type PersonData } from "./draft";

interface Learner {
  person: PersonData;
  /** A child without an e-mail: what is for them goes to the payer. */
  ward: boolean;
}

export function useLearner({ beneficiaryId, beneficiaryData }: Draft): Learner {
  const known = useSession() !== null && beneficiaryId !== null;
  const { data } = useQuery({ ...learnersQuery, enabled: known });
  if (!known) return { person: beneficiaryData, ward: beneficiaryData.email.trim() === "" };
  const learner = data?.find(({ id }) => id === beneficiaryId);
  const { firstName = "", lastName = "" } = learner ?? {};
  return { person: { ...nobody, firstName, lastName }, ward: typeof learner?.version === "number" };
}
