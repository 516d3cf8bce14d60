// A password with its show/hide switch, and the meter that goes with a new one.
import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import styles from "./PasswordField.module.css";
import { type Strength, strengthOf } from "./password";

/** `autoComplete`: "current-password" to sign in, "new-password" to choose one. */
export function PasswordField(props: Omit<TextInputProps, "type" | "rightSection">) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? "text" : "password"}
      rightSectionWidth={48}
      rightSection={
        <ActionIcon
          aria-label={t("password.show")}
          aria-pressed={shown}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye-slash" : "eye"} size={22} />
        </ActionIcon>
      }
    />
  );
}

const BARS: Record<Strength, number> = { weak: 1, medium: 2, strong: 3 };

/** Three bars and a word. Silent until something is typed. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation();
  if (!password) return null;
  const strength = strengthOf(password);
  return (
    <div className={styles.strength} data-strength={strength} role="status">
      <span className="hidden">{t("password.strength")}</span>
      {[1, 2, 3].map((bar) => (
        <i key={bar} data-on={bar <= BARS[strength] || undefined} />
      ))}
      {t(`password.${strength}`)}
    </div>
  );
}
