// Short messages: at the upper right under the navigation, at the foot of a phone.
import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import styles from "./Messages.module.css";

export function Messages() {
  const phone = useMediaQuery("(max-width: 47.99em)");
  return (
    <Notifications
      className={styles.messages}
      position={phone ? "bottom-center" : "top-right"}
      autoClose={6000}
      limit={4}
      zIndex={250} // over dialogs, under open menus
    />
  );
}
