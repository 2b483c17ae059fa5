import type { ComponentType } from 'react'
import { type ChannelKind, kindOf } from '../channel-kind.ts'
import type { ChannelTabProps } from '../channel-tab-props.ts'
import type { GuideProps } from './guide-props.ts'
import { MetaShopsGuide } from './meta-shops-guide.tsx'
import { OwnWebsiteGuide } from './own-website-guide.tsx'
import { ShopifyGuide } from './shopify-guide.tsx'
import { WooCommerceGuide } from './woocommerce-guide.tsx'

const guides: Record<ChannelKind, ComponentType<GuideProps>> = {
  standard: OwnWebsiteGuide,
  woocommerce: WooCommerceGuide,
  shopify: ShopifyGuide,
  meta_shops: MetaShopsGuide,
}

export function ConnectTab({ channel, secrets, onTabChange }: Omit<ChannelTabProps, 'onDirtyChange'>) {
  const Guide = guides[kindOf(channel)]
  return (
    <div className="grid gap-6 p-4 pb-8">
      <Guide channel={channel} secrets={secrets} onGeneral={() => onTabChange('general')} />
    </div>
  )
}
