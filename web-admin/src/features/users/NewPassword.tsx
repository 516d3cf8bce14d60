// A password that an administrator hands over: typed or made here, and replaced by its owner at the first sign-in.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { PasswordField, PasswordStrength } from "web-shared/ui/PasswordField";
import { makePassword } from "./password";
import styles from "./Users.module.css";

interface NewPasswordProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

export function NewPassword({ value, onChange, error }: NewPasswordProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.password}>
      <PasswordField
        label={t("dashboard.users.password")}
        description={t("account.resetLead")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="new-password"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        variant="light"
        leftSection={<Icon name="arrow-clockwise" />}
        onClick={() => onChange(makePassword())}
      >
        {t("dashboard.users.generate")}
      </Button>
      <PasswordStrength password={value} />
    </div>
  );
}
