// The level test of one language: the adaptive one, where there are questions enough for it, else the fixed one.
import { useQuery } from "@tanstack/react-query";
import { Navigate, useSearchParams } from "react-router";
import { type Taught, useLanguages } from "web-shared/taughtLanguages";
import { PageBody } from "web-shared/ui/Page";
import { Waiting } from "web-shared/ui/Scene";
import { AdaptiveTest } from "./AdaptiveTest";
import { askedIn, hasForm } from "./address";
import { offerOf, offersQuery } from "./api";
import { FixedTest, Shape } from "./FixedTest";
import type { Catalogue } from "./ResultPage";
import { useAttempt } from "./useAttempt";

export function TestPage({ catalogue }: { catalogue: Catalogue }) {
  const [query] = useSearchParams();
  const languages = useLanguages();
  const { language, elsewhere } = askedIn(query, languages);
  if (!language && !languages.known && query.has("language")) return <Coming />;
  if (!language) return <Navigate to={elsewhere} replace />;
  return <Test key={language.key} language={language} catalogue={catalogue} />;
}

/** A test under way does not wait for the list of tests, which is asked for again when somebody signs in. */
function Test({ language, catalogue }: { language: Taught; catalogue: Catalogue }) {
  const [query] = useSearchParams();
  const taking = useAttempt(language);
  const fixed = hasForm(query, "fixed");
  const { data: offers, error } = useQuery({ ...offersQuery, enabled: !fixed });
  const offer = offerOf(language, offers);
  const props = { language, offer, taking, catalogue };
  if (!fixed && (offer?.adaptive || taking.attempt)) return <AdaptiveTest {...props} />;
  return fixed || offers || error ? <FixedTest language={language} /> : <Coming />;
}

function Coming() {
  return (
    <PageBody>
      <Waiting>
        <Shape />
      </Waiting>
    </PageBody>
  );
}
