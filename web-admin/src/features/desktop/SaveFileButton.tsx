// A button that saves a file which the app makes.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { saveFile } from "web-shared/ui/saveFile";

interface SaveFileButtonProps {
  label: string;
  name: string;
  read: () => Promise<Blob>;
}

export function SaveFileButton({ label, name, read }: SaveFileButtonProps) {
  const saving = useMutation({
    mutationFn: read,
    onSuccess: (file) => saveFile(name, file),
    onError: (error) => notifyFailure(errorText(error)),
  });
  return (
    <Button
      variant="subtle"
      size="sm"
      leftSection={<Icon name="download-simple" />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {label}
    </Button>
  );
}
