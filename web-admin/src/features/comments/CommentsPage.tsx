// All comments, the newest first; a switch shows each to the public or hides it.
import { Button, SegmentedControl, Switch } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, dayOf } from "web-shared/format/format";
import { notifyFailure } from "web-shared/ui/notify";
import { Tag } from "web-shared/ui/Tag";
import { DashboardPage } from "../../ui/DashboardPage";
import { LongText } from "../../ui/LongText";
import { Pages } from "../../ui/Pages";
import { RowAction, RowActions } from "../../ui/RowActions";
import { type Column, Table } from "../../ui/Table";
import { useChoice, usePage } from "../../ui/usePage";
import { type Comment, commentsQuery, SHOWN, SIZE, useCommentStatus } from "./api";
import styles from "./Comments.module.css";
import { DeleteComment } from "./DeleteComment";

export function CommentsPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const [shown, choose] = useChoice("shown", SHOWN);
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const { data, error, refetch } = useQuery({
    ...commentsQuery(shown, page),
    placeholderData: keepPreviousData,
  });
  return (
    <DashboardPage
      title={t("dashboard.comments.title")}
      action={
        <Button component={Link} to="/comment/add">
          {t("dashboard.nav.commentAdd")}
        </Button>
      }
    >
      <SegmentedControl
        className={styles.filter}
        aria-label={t("dashboard.comments.filter")}
        value={shown}
        onChange={choose}
        data={SHOWN.map((value) => ({ value, label: t(`dashboard.comments.shown.${value}`) }))}
      />
      <Table
        caption={t("dashboard.comments.title")}
        columns={useColumns(setDeleting)}
        rows={data?.items}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t("dashboard.comments.none")}
      />
      {data && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
      {deleting && <DeleteComment comment={deleting} onClose={() => setDeleting(null)} />}
    </DashboardPage>
  );
}

function useColumns(onDelete: (comment: Comment) => void): Column<Comment>[] {
  const { t } = useTranslation();
  return [
    {
      id: "message",
      header: t("dashboard.comments.message"),
      place: "title",
      cell: ({ row: { original } }) => <LongText lang="fr">{original.message}</LongText>,
    },
    {
      id: "rating",
      place: "aside",
      header: t("dashboard.comments.rating"),
      cell: ({ row: { original } }) => <span className={styles.short}>{original.rating} / 5</span>,
    },
    {
      id: "author",
      card: ({ author, verified, createdAt }) => (
        <>
          {author}
          <small>{day(dayOf(createdAt), "short")}</small>
          {verified && <small>{t("dashboard.comments.verified")}</small>}
        </>
      ),
      header: t("dashboard.comments.author"),
      cell: ({ row: { original } }) => (
        <>
          {original.author}
          <div className={styles.by}>
            {original.userId && <span>{t("dashboard.sales.number", { id: original.userId })}</span>}
            {original.verified && <Tag tone="success">{t("dashboard.comments.verified")}</Tag>}
          </div>
        </>
      ),
    },
    {
      id: "course",
      long: true,
      header: t("dashboard.comments.course"),
      cell: ({ row: { original } }) =>
        original.courseName ? (
          <span lang="fr">{original.courseName}</span>
        ) : (
          t("dashboard.comments.noCourse")
        ),
    },
    {
      id: "date",
      only: "table",
      header: t("dashboard.comments.date"),
      cell: ({ row: { original } }) => (
        <span className={styles.short}>{day(dayOf(original.createdAt), "short")}</span>
      ),
    },
    {
      id: "active",
      place: "tag",
      header: t("dashboard.comments.active"),
      cell: ({ row: { original } }) => <Shown comment={original} />,
    },
    {
      id: "actions",
      header: t("dashboard.table.actions"),
      place: "actions",
      cell: ({ row: { original } }) => (
        <RowActions name={original.author}>
          <RowAction
            icon="trash"
            danger
            label={t("dashboard.comments.delete", { author: original.author })}
            text={t("dashboard.comments.deleteAction")}
            onClick={() => onDelete(original)}
          />
        </RowActions>
      ),
    },
  ];
}

function Shown({ comment }: { comment: Comment }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useCommentStatus();
  const active = comment.active ?? false;
  return (
    <Switch
      className={styles.switch}
      checked={active}
      disabled={isPending}
      aria-label={t("dashboard.comments.show", { author: comment.author })}
      label={t(`dashboard.comments.${active ? "isActive" : "isInactive"}`)}
      onChange={() =>
        mutate(
          { id: comment.id, active: !active },
          { onError: () => notifyFailure(t("dashboard.comments.statusFailed")) },
        )
      }
    />
  );
}
