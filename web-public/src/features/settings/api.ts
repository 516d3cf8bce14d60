// Confirming choices: at once on this device, then on the account of who is signed in.
import { useMutation } from "@tanstack/react-query";
import { type Choices, keepOnAccount } from "web-shared/accountChoices";
import { applyFontSize, chooseLanguage } from "web-shared/preferences";

/** Thrown when the choices hold on this device but could not be kept on the account. */
export class OnlyHere extends Error {}

export function useConfirm() {
  return useMutation({
    mutationFn: async (choices: Choices) => {
      await chooseLanguage(choices.language);
      applyFontSize(choices.fontSize);
      await keepOnAccount(choices).catch((cause) => {
        throw new OnlyHere("account", { cause });
      });
    },
  });
}
