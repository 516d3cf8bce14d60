// The password of the account that the booking makes. It stays in this page's memory until it is sent.
import { useTranslation } from "react-i18next";
import { Fields } from "web-shared/ui/Fields";
import { Icon } from "web-shared/ui/Icon";
import { PasswordField, PasswordStrength } from "web-shared/ui/PasswordField";
import styles from "./Checkout.module.css";
import type { Secret } from "./people";
import type { Booking } from "./useBooking";

const PASSWORD = "bookerData.password";
const CONFIRMATION = "bookerData.passwordConfirmation";

export function NewPassword({ secret, booking }: { secret: Secret; booking: Booking }) {
  const { t } = useTranslation();
  const change = (path: string, part: Partial<Secret>) => {
    booking.edited(path);
    booking.setSecret(part);
  };
  const same = secret.password !== "" && !booking.problems.has(CONFIRMATION);
  return (
    <section className={styles.card}>
      <h2>{t("booking.yourPassword")}</h2>
      <p className={styles.hint}>{t("booking.passwordHint")}</p>
      <Fields>
        <div>
          <PasswordField
            label={t("account.password")}
            name={PASSWORD}
            autoComplete="new-password"
            value={secret.password}
            onChange={(event) => change(PASSWORD, { password: event.currentTarget.value })}
            onBlur={() => secret.password && booking.left(PASSWORD)}
            error={booking.errorOf(PASSWORD)}
            mb={8}
          />
          <PasswordStrength password={secret.password} />
        </div>
        <div>
          <PasswordField
            label={t("account.confirmation")}
            name={CONFIRMATION}
            autoComplete="new-password"
            value={secret.passwordConfirmation}
            onChange={(event) =>
              change(CONFIRMATION, { passwordConfirmation: event.currentTarget.value })
            }
            onBlur={() => secret.passwordConfirmation && booking.left(CONFIRMATION)}
            error={booking.errorOf(CONFIRMATION)}
          />
          {same && (
            <p className={styles.same} role="status">
              <Icon name="check-circle-fill" />
              {t("booking.samePasswords")}
            </p>
          )}
        </div>
      </Fields>
    </section>
  );
}
