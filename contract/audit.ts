export const actorTypes = ['user', 'api_key', 'job', 'webhook', 'system'] as const
export type ActorType = (typeof actorTypes)[number]
