// The menu of narrow screens: the sidebar in a drawer.
import { Drawer } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Role } from "web-shared/api/session";
import { Sidebar } from "./Sidebar";

interface NavDrawerProps {
  opened: boolean;
  role: Role;
  onClose: () => void;
}

export function NavDrawer({ opened, role, onClose }: NavDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={300}
      title={t("nav.menu")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Sidebar role={role} form="drawer" />
    </Drawer>
  );
}
