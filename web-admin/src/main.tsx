import "web-shared/theme/global.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import { start } from "web-shared/ui/start";
import { createRouter } from "./app/router";
import { choosePlatform } from "./platform/platform";

await choosePlatform();
void start(createRouter, "/dashboard/assets/i18n");
