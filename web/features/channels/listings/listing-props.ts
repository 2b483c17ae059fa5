import type { ChannelListing } from '#contract/channel-listings.ts'
import type { ChannelDetail } from '#contract/channels.ts'

export type ListingProps = { listing: ChannelListing; channel: ChannelDetail }
