import "web-shared/theme/global.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import { start } from "web-shared/ui/start";
import { router } from "./app/router";

void start(() => router, "/dashboard/assets/i18n");
