// The types know the folder, Node wants the file.
declare module "selenium-webdriver/http/index.js" {
  export { Executor, HttpClient } from "selenium-webdriver/http";
}
