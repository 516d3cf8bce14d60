// `/supprimer-compte?token=`: the last question before an account without a password is deleted. Opening it deletes nothing.
import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api, unwrap } from "web-shared/api/client";
import { leaveSession } from "web-shared/api/session";
import { errorText } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { Note } from "web-shared/ui/Scene";

export function DeleteAccountPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = useSearchParams()[0].get("token") ?? "";
  const leave = useMutation({
    mutationFn: () => unwrap(api.POST("/users/confirm-deletion", { body: { token } })),
    onSuccess: () => {
      leaveSession();
      notifySuccess(t("account.deleted"));
      void navigate("/");
    },
  });

  return (
    <Page title={t("account.deleteTitle")}>
      <PageHeader title={t("account.deleteTitle")} />
      <PageBody narrow>
        <p>{t("account.deleteText")}</p>
        <div role="alert">{leave.error && <Note tone="danger">{errorText(leave.error)}</Note>}</div>
        <Group mt="lg">
          <Button
            color="red"
            loading={leave.isPending}
            disabled={!token}
            onClick={() => leave.mutate()}
          >
            {t("account.deleteAction")}
          </Button>
          <Button component={Link} to="/" variant="subtle">
            {t("account.deleteNot")}
          </Button>
        </Group>
      </PageBody>
    </Page>
  );
}
