import "web-shared/theme/global.css";
import { start } from "web-shared/ui/start";
import { router } from "./app/router";

void start(() => router);
