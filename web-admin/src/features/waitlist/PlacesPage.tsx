// Seats and waiting lists: of the course that the address names, else of all.
import { useParams } from "react-router";
import { AllPlaces } from "./AllPlaces";
import { CoursePlaces } from "./CoursePlaces";

export function PlacesPage() {
  const { id } = useParams();
  return id ? <CoursePlaces key={id} id={Number(id)} /> : <AllPlaces />;
}
