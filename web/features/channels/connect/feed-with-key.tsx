import { AddressField } from '../address-field.tsx'
import type { GuideProps } from './guide-props.ts'
import { secretOrPlaceholder } from './environment.ts'

type FeedWithKeyProps = Pick<GuideProps, 'channel' | 'secrets'> & { label: string; address: string }

/** The feed for readers that can send no header: the key stands in the address. */
export function FeedWithKey({ label, address, ...known }: FeedWithKeyProps) {
  const key = secretOrPlaceholder('apiKey', known)
  return (
    <AddressField
      label={label}
      address={`${address}?key=${key}`}
      hint="The API key is part of the address: hand it only to programs that you trust."
    />
  )
}
