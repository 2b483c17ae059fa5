/** Of how much waits for a person: as long as somebody is signed in, this is in the cache. */
export const attentionCountKey = ['attention', 'waiting'] as const
