/** All time of the server comes from here, so that tests can hold it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
