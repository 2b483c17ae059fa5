/** How Amazon goes about what it has accepted. Times are in seconds of the stand-in's clock. */
export type ProcessingSettings = {
  /** From an accepted change of a listing until it shows. */
  listing: number
  /** A feed waits, then is worked on. */
  feedQueue: number
  feed: number
  reportQueue: number
  report: number
  /** How many feeds of listings a seller may send within five minutes; null for any number. */
  feedsInFiveMinutes: number | null
}

const feedQuota = 5

export function createProcessingSettings(): ProcessingSettings {
  return { listing: 2, feedQueue: 2, feed: 3, reportQueue: 2, report: 3, feedsInFiveMinutes: feedQuota }
}

/** The count of feeds comes and goes with Amazon's other limits. */
export function limitFeeds(settings: ProcessingSettings, isLimited: boolean): void {
  settings.feedsInFiveMinutes = isLimited ? feedQuota : null
}
