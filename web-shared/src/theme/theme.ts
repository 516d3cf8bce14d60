// The look as a Mantine theme. Values come from tokens.json; sizes of controls and their states are in controls.module.css.
import { createTheme, type MantineThemeOverride, rem } from "@mantine/core";
import controls from "./controls.module.css";
import { markDialogStart } from "./dialogStart";
import tokens from "./tokens.json";

const { components: defaults, ...scale } = tokens;

/** Buttons are 48 px high on public pages, 40 px when `size="sm"`. */
function buttonHeight(size: unknown): string {
  const { height, heightSm } = defaults.Button.vars;
  return rem(size === "sm" || size === "xs" ? heightSm : height);
}

// Mantine heads a dialog with <header>, which outside <main> reads as a second banner of the page.
const partsOfDialog = { header: { role: "presentation" }, title: { ref: markDialogStart } };

export const theme = createTheme({
  // A JSON file cannot say that a palette is a tuple of ten.
  ...(scale as unknown as MantineThemeOverride),
  components: {
    Button: {
      defaultProps: defaults.Button.defaultProps,
      classNames: {
        root: controls.button,
        inner: controls.buttonInner,
        label: controls.buttonLabel,
      },
      vars: (_theme: unknown, props: { size?: unknown }) => ({
        root: { "--button-height": buttonHeight(props.size) },
      }),
    },
    Input: {
      defaultProps: { size: "md" },
      classNames: { input: controls.input },
      vars: () => ({ wrapper: { "--input-height": rem(defaults.TextInput.vars.height) } }),
    },
    InputWrapper: {
      defaultProps: { size: "md", withAsterisk: false },
      classNames: {
        label: controls.label,
        description: controls.hint,
        error: controls.error,
      },
    },
    TextInput: { defaultProps: defaults.TextInput.defaultProps },
    // A form that is refused may lead to one: its list would lie over the other fields.
    Select: { defaultProps: { size: "md", checkIconPosition: "right", openOnFocus: false } },
    Textarea: { defaultProps: { size: "md", minRows: 4, autosize: true } },
    Checkbox: { defaultProps: { size: "md" }, classNames: { input: controls.check } },
    Radio: { defaultProps: { size: "md" }, classNames: { radio: controls.check } },
    Switch: {
      defaultProps: { size: "md", withThumbIndicator: false },
      classNames: { track: controls.track, label: controls.switchLabel },
    },
    SegmentedControl: {
      // Lines between the segments would stand at the start of a row where they turn over.
      defaultProps: { withItemsBorders: false },
      classNames: { root: controls.segments },
    },
    RadioCard: { classNames: { card: controls.choice } },
    CheckboxCard: { classNames: { card: controls.choice } },
    Paper: defaults.Paper,
    Card: defaults.Card,
    Badge: { ...defaults.Badge, classNames: { root: controls.badge } },
    Modal: {
      defaultProps: { ...defaults.Modal.defaultProps, attributes: partsOfDialog },
      classNames: {
        content: controls.dialog,
        inner: controls.dialogInner,
        header: controls.dialogHeader,
        title: controls.dialogTitle,
        body: controls.dialogBody,
        close: controls.close,
      },
    },
    Drawer: {
      defaultProps: { attributes: partsOfDialog },
      classNames: { close: controls.close, title: controls.dialogTitle },
    },
    Accordion: defaults.Accordion,
    Tooltip: defaults.Tooltip,
    Menu: { defaultProps: { shadow: "md", offset: 6 }, classNames: { item: controls.menuItem } },
    Notification: { ...defaults.Notification, classNames: { closeButton: controls.close } },
    Skeleton: defaults.Skeleton,
    ActionIcon: { defaultProps: { size: 44, variant: "subtle" } },
    Loader: { defaultProps: { type: "dots" } },
  },
});

/** Colours and measures of the look that Mantine has no name for. */
export const look = tokens.other;
