export const channelTypes = ['website', 'meta_shops', 'ebay', 'etsy'] as const
export type ChannelType = (typeof channelTypes)[number]

/** How far a listing has come on its way to the channel. */
export const listingSyncStatuses = ['pending', 'synced', 'failed'] as const
export type ListingSyncStatus = (typeof listingSyncStatuses)[number]

/** How far a message to a channel has come. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
