/** Where staff switches on the second factor that the school requires: on the public site, with the reason. */
export const SECOND_FACTOR = "/profile?tab=security";
