// The questions as schema.org knows them, for search engines.
import type { Topic } from "./api";

export function structuredQuestions(topics: Topic[]) {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: topics
      .flatMap(({ entries }) => entries)
      .map(({ question, answer, lang }) => ({
        "@type": "Question",
        name: question,
        inLanguage: lang ?? "fr",
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
  };
}
