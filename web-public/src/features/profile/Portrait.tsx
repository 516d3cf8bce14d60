// The person in an arch: the picture Google gave, else the first letter.
import type { User } from "./api";
import styles from "./Profile.module.css";

export function Portrait({ user }: { user: User }) {
  return (
    <span className={styles.portrait} aria-hidden="true">
      {user.photoUrl ? (
        <img src={user.photoUrl} alt="" width={72} height={84} referrerPolicy="no-referrer" />
      ) : (
        user.firstName.charAt(0).toUpperCase()
      )}
    </span>
  );
}
