import { type ChannelHealth } from '#contract/channel-connect.ts'
import type { ChannelDetail } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { DrawerSection, Fact } from '#web/shared/drawer-section.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'
import { useChannelHealth } from '../health/api.ts'

type ShopGuideProps = { channel: ChannelDetail; onMatch: () => void }

/** How a shop connected by its API is kept in step: there is nothing to set up by hand. */
export function ShopGuide({ channel, onMatch }: ShopGuideProps) {
  const query = useChannelHealth(channel.id)
  return (
    <div className="grid gap-6 p-4 pb-8">
      <DrawerSection
        title={t('Orders')}
        description={t(
          'Lockstep creates and monitors its own webhooks in the shop and checks for missed orders every minute.',
        )}
      >
        <QueryContent what={t('The checks')} query={query}>
          {(health) => <Checks health={health} />}
        </QueryContent>
      </DrawerSection>
      <DrawerSection
        title={t('Stock and prices')}
        description={
          channel.pushesStock
            ? t('Stock for matched products is sent to the shop as soon as it changes.')
            : t('No stock is sent until you match products and press Start.')
        }
      >
        <p>
          <Button size="small" onClick={onMatch}>
            {t('Open Matching')}
          </Button>
        </p>
      </DrawerSection>
      <DrawerSection
        title={t('Shipping')}
        description={t('Tracking numbers and cancellations are reported to the shop. There is nothing to install.')}
      >
        {null}
      </DrawerSection>
    </div>
  )
}

function Checks({ health: { webhooksCheckedAt, lastPolledAt, lastHeardAt } }: { health: ChannelHealth }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Fact label={t('Webhooks checked')}>
        <MomentOrNever moment={webhooksCheckedAt} />
      </Fact>
      <Fact label={t('Orders checked')}>
        <MomentOrNever moment={lastPolledAt} />
      </Fact>
      <Fact label={t('Last contact')}>
        <MomentOrNever moment={lastHeardAt} />
      </Fact>
    </dl>
  )
}

const MomentOrNever = ({ moment }: { moment: string | null }) =>
  moment ? <RelativeTime moment={moment} /> : t('Not yet')
