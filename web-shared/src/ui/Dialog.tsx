// A dialog that is drawn only while it is open: it can be closed, and gives the focus back to what opened it.
import { Modal, type ModalProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFocusBack } from "./useFocusBack";

export function Dialog(props: Omit<ModalProps, "opened" | "closeButtonProps">) {
  const { t } = useTranslation();
  useFocusBack();
  return <Modal {...props} opened closeButtonProps={{ "aria-label": t("common.close") }} />;
}
