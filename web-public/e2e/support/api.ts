/** Somebody who calls a server of the school over HTTP. */
export class Caller {
  token: string | undefined;
  refreshToken: string | undefined;
  url: string;

  constructor(url: string, token?: string) {
    this.url = url;
    this.token = token;
  }

  /** The same person on another server. */
  on(url: string): Caller {
    return new Caller(url, this.token);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into, not typed
  ): Promise<{ status: number; json: any }> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    let json: unknown = text;
    try {
      json = text === "" ? null : JSON.parse(text);
    } catch {
      // Some answers are text.
    }
    return { status: response.status, json };
  }

  /** An answer that must have gone well. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into, not typed
  async ok(method: string, path: string, body?: unknown): Promise<any> {
    const { status, json } = await this.call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  async signIn(email: string, password: string): Promise<this> {
    const { accessToken, refreshToken } = await this.ok("POST", "/auth/login", { email, password });
    this.token = accessToken;
    this.refreshToken = refreshToken;
    return this;
  }
}

export type Course = {
  id: number;
  name: string;
  endDate: string;
  bookable: boolean;
  free: boolean;
  seatsLeft: number | null;
  modules: { id: number; title: string; price: number }[];
};

/** A published course with seats left, of a language and type. */
export async function bookableCourse(
  url: string,
  language = "Italien",
  type = "IN_PERSON",
): Promise<Course> {
  const courses: Course[] = await new Caller(url).ok(
    "GET",
    `/courses?language=${encodeURIComponent(language)}&type=${type}`,
  );
  const course = courses.find(
    (course) => course.bookable && !course.free && course.seatsLeft !== 1,
  );
  if (!course) throw new Error(`no bookable course of ${language} ${type}`);
  return course;
}

export const visitorPassword = "Un mot de passe 7";

/** A new account, its address not confirmed, signed in. */
export async function register(
  url: string,
  email: string,
  [firstName, lastName] = ["Nina", "Neuve"],
): Promise<Caller> {
  await new Caller(url).ok("POST", "/auth/register", {
    firstName,
    lastName,
    email,
    password: visitorPassword,
    phoneNumber: "0000000000",
    role: "STUDENT",
    registrationDate: "2026-01-01",
  });
  return new Caller(url).signIn(email, visitorPassword);
}

/** A draft as the site sends it: two modules, for oneself. */
export function draft(course: Course, email: string, more: Record<string, unknown> = {}) {
  const start = new Date();
  start.setDate(start.getDate() + 7);
  return {
    courseId: course.id,
    reservedModuleIds: course.modules.slice(0, 2).map((module) => module.id),
    requestedStartDate: start.toISOString().slice(0, 10),
    reservationTarget: "self",
    bookerData: {
      firstName: "Jeanne",
      lastName: "Morel",
      email,
      phoneNumber: "639981204",
      dialCode: "+33",
      country: "France",
      birthDate: "1991-03-14",
      password: visitorPassword,
      passwordConfirmation: visitorPassword,
    },
    updateProfile: false,
    ...agreed,
    ...more,
  };
}

/** What a booking in the demo school asks to be agreed to, under its first terms of sale. */
export const agreed = { acceptTerms: true, termsVersion: 1, requestEarlyStart: true };

export const goodCard = {
  holderName: "Jeanne Morel",
  cardNumber: "4242 4242 4242 4242",
  expMonth: 11,
  expYear: new Date().getFullYear() + 2,
  cvc: "123",
};
