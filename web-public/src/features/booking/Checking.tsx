// A payment the bank has not decided yet: nothing is lost, and nothing is to be paid a second time.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { EmptyState } from "web-shared/ui/Scene";

export function Checking({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  const title = t("booking.success.checkingTitle");
  return (
    <Page title={title}>
      <PageHeader title={title} />
      <PageBody>
        <div role="status">
          <EmptyState
            scene="arches"
            action={
              <Button variant="outline" loading={busy} onClick={onRetry}>
                {t("booking.success.checkAgain")}
              </Button>
            }
          >
            {t("booking.success.checkingText")}
          </EmptyState>
        </div>
      </PageBody>
    </Page>
  );
}
