import "web-shared/theme/global.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import { start } from "web-shared/ui/start";
import { createRouter } from "./app/router";
import { choosePlatform } from "./platform/platform";

// Awaited here, the app's own code would wait for this file, and this file for it.
void choosePlatform().then(() => start(createRouter, "/dashboard/assets/i18n"));
