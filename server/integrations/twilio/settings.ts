export type TwilioSettings = {
  /** Leads somewhere else than to Twilio when given. */
  apiUrl: string | undefined
  accountSid: string
  authToken: string
  /** The number that texts come from. */
  from: string
  /** Our own version, for Twilio's logs. */
  version: string
  fetch: typeof fetch
  /** Comes when so many milliseconds have passed without an answer; a test gives one of its own. */
  limit?: (milliseconds: number) => AbortSignal
}
