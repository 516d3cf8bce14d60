// Whom the letter is for and what it is about, when the address says so; both can be taken away.
import { useTranslation } from "react-i18next";
import { fieldError } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Contact.module.css";
import type { useAddress } from "./useAddress";

interface AddresseeProps {
  address: ReturnType<typeof useAddress>;
  error: unknown;
}

export function Addressee({ address: { to, meeting, drop }, error }: AddresseeProps) {
  const { t } = useTranslation();
  const fault = fieldError(error, "to");
  if (!(to || meeting)) return null;
  return (
    <div>
      <ul className={styles.chips}>
        {to && (
          <Chip
            icon="chalkboard-teacher-duotone"
            text={t("contact.to", { name: to })}
            remove={t("contact.toNobody", { name: to })}
            onRemove={() => drop("to")}
          />
        )}
        {meeting && (
          <Chip
            icon="video-camera-duotone"
            text={t("contact.meetingSubject")}
            remove={t("contact.noMeeting")}
            onRemove={() => drop("subject")}
          />
        )}
      </ul>
      {fault && <p className={styles.fault}>{fault}</p>}
    </div>
  );
}

interface ChipProps {
  icon: string;
  text: string;
  /** What the cross does. */
  remove: string;
  onRemove: () => void;
}

function Chip({ icon, text, remove, onRemove }: ChipProps) {
  return (
    <li className={styles.chip}>
      <Icon name={icon} size={28} />
      <span>{text}</span>
      <button type="button" aria-label={remove} onClick={onRemove}>
        <Icon name="x-bold" size={16} />
      </button>
    </li>
  );
}
