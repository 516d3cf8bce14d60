// The menu of narrow screens: the sidebar in a drawer.
import { Drawer } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SessionUser } from "web-shared/api/session";
import { Sidebar } from "./Sidebar";

interface NavDrawerProps {
  opened: boolean;
  user: SessionUser;
  onClose: () => void;
}

export function NavDrawer({ opened, user, onClose }: NavDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={300}
      title={t("nav.menu")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Sidebar user={user} form="drawer" />
    </Drawer>
  );
}
