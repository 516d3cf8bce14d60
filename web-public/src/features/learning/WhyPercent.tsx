// Why a percentage is what it is: viewed lessons over all lessons, part by part, rounded down.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { percent } from "web-shared/format/format";
import { Explanation } from "web-shared/ui/Explanation";

/** A chapter or a module. */
export interface CountedPart {
  title: string;
  /** 0 to 100. */
  percent: number;
  viewed: number;
  lessons: number;
}

interface WhyPercentProps {
  /** 0 to 100. */
  percent: number;
  /** Nothing while it is not known. */
  parts: readonly CountedPart[] | undefined;
  /** Complete for good, whatever was added since. */
  completed: boolean;
  /** Modules that were not bought do not count. */
  partial?: boolean;
  lang: string;
  onOpen?: () => void;
  /** What went wrong while it was asked for. */
  children?: ReactNode;
}

export function WhyPercent(props: WhyPercentProps) {
  const { percent: whole, parts, completed, partial, lang, onOpen, children } = props;
  const { t } = useTranslation();
  const viewed = sum(parts?.map((part) => part.viewed));
  const total = sum(parts?.map((part) => part.lessons));
  const exact = completed || (100 * viewed) % total === 0;
  return (
    <Explanation
      question={t("why.percent", { percent: percent(whole) })}
      {...(onOpen && { onOpen })}
      lines={parts?.map((part) => ({
        title: part.title,
        lang,
        value: percent(part.percent),
        fact: t("why.seen", { count: part.viewed, total: part.lessons }),
      }))}
      total={
        parts && {
          title: t("why.all"),
          value: percent(whole),
          fact: t(exact ? "why.seen" : "why.floored", { count: viewed, total }),
        }
      }
    >
      {t("why.counts")} {partial && t("why.granted")}{" "}
      {completed && viewed < total && t("why.stays")}
      {children}
    </Explanation>
  );
}

function sum(numbers: number[] = []): number {
  return numbers.reduce((all, one) => all + one, 0);
}
