// The cards of the test mode and what each of them does.
import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Checkout.module.css";

const CARDS = [
  ["4242 4242 4242 4242", "booking.cardAccepted"],
  ["4000 0025 0000 3155", "booking.cardAsks"],
  ["4000 0000 0000 0002", "booking.cardDeclined"],
  ["4000 0000 0000 9995", "booking.cardInsufficient"],
  ["4000 0000 0000 0069", "booking.cardExpired"],
] as const;

export function TestCards({ onChoose }: { onChoose: (cardNumber: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.tests}>
      <Icon name="flask" size={22} />
      <div>
        <h3>{t("booking.testCards")}</h3>
        <ul>
          {CARDS.map(([number, effect]) => (
            <li key={number}>
              <UnstyledButton
                aria-label={t("booking.useCard", { number, effect: t(effect) })}
                onClick={() => onChoose(number)}
              >
                <code>{number}</code>
              </UnstyledButton>
              <span>{t(effect)}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
