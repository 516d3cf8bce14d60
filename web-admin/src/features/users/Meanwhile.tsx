// The fields of a user that two people changed at once.
import { useTranslation } from "react-i18next";
import { writeDay } from "web-shared/format/days";
import { currentLanguage } from "web-shared/i18n/i18n";
import { Conflict } from "../../ui/Conflict";
import type { Met } from "../../ui/useVersionedForm";
import type { Role, User } from "./api";
import type { Person } from "./person";

export function Meanwhile({ conflict }: { conflict: Met<User, Person> }) {
  const { t } = useTranslation();
  return (
    <Conflict
      conflict={conflict}
      labelOf={(name) =>
        name === "role" ? t("dashboard.users.role") : t(`fields.${name as "country"}`)
      }
      shown={(value, name) =>
        name === "role"
          ? t(`dashboard.roles.${value as Role}`)
          : writeDay(String(value), currentLanguage())
      }
    />
  );
}
