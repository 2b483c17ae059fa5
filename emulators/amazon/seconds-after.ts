export const secondsAfter = (moment: Date | string, seconds: number): string =>
  new Date(new Date(moment).getTime() + seconds * 1000).toISOString()
