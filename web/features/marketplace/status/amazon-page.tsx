import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import PackageSearch from 'lucide-react/icons/package-search'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Truck from 'lucide-react/icons/truck'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { syncKinds } from '#contract/marketplace-values.ts'
import { amazonConnectionPath } from '#contract/marketplace.ts'
import { useAmazonStatus } from '#web/shared/amazon/amazon-connection.tsx'
import { AuthorizeAccountButton } from '#web/shared/amazon/authorize-account.tsx'
import { RunningSyncs } from '#web/shared/amazon/sync-progress.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { useListingChanges } from '#web/shared/two-way/api.ts'
import { ChangeList } from '#web/shared/two-way/change-list.tsx'
import { TwoWayDrawer } from '#web/shared/two-way/two-way-drawer.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useAccounts } from '../accounts-api.ts'
import { SharedSellerAlert } from '../shared-seller-alert.tsx'
import { useReviewCounts, useSetupInfo } from './api.ts'
import { ConnectionCard } from './connection-card.tsx'
import { DailyCheckCard, DifferencesDrawer, SyncRunsCard } from './sync-history.tsx'
import { type ChangesToReview, changesToReview } from './sync-labels.ts'

export function AmazonPage() {
  const { data: status } = useAmazonStatus()
  const detail = useUrlDetail('run', 'cause')
  const changes = useUrlDetail('changes', 'only')

  return (
    <div className="grid gap-6">
      <PageHeader
        title={t('Amazon Integration')}
        subtitle={t('Connection health and sync history')}
        actions={
          <Link href={amazonConnectionPath} className={buttonVariants()}>
            {t('Manage accounts')}
          </Link>
        }
      />
      {status && status.refusedAccounts > 0 && <RefusedAccounts />}
      <SharedSellers />
      <ConnectionCard />
      {status && !status.isConnected && <SetupRequired />}
      <RunningSyncs kinds={syncKinds} onView={changes.open} />
      <TwoWayCard onView={changes.open} />
      <DailyCheckCard onView={detail.open} />
      <SyncRunsCard onView={detail.open} onViewChanges={changes.open} />
      <FeaturesCard />
      {detail.id && (
        <DifferencesDrawer
          key={detail.id}
          runId={detail.id}
          cause={detail.inside}
          onCauseChange={detail.choose}
          onClose={detail.close}
        />
      )}
      {changes.id && <ChangesDetail key={changes.id} detail={changes} />}
    </div>
  )
}

/**
 * Accounts whose authorization Amazon refused: syncing has stopped until a person authorizes them again, so this comes
 * first on the page.
 */
function RefusedAccounts() {
  const { data: accounts = [] } = useAccounts()
  return accounts
    .filter(({ authorizationError }) => authorizationError !== null)
    .map((account) => (
      <Alert
        key={account.id}
        tone="danger"
        title={t('{name} must be authorized again', { name: account.name })}
        action={<AuthorizeAccountButton account={account} size="small" />}
      >
        <p>{account.authorizationError}</p>
        <p>{t('Syncing has stopped; products and stock are unchanged.')}</p>
      </Alert>
    ))
}

function SharedSellers() {
  const { data: accounts = [] } = useAccounts()
  return accounts.map((account) => <SharedSellerAlert key={account.id} account={account} />)
}

function SetupRequired() {
  const { data, error, isFetching, refetch } = useSetupInfo()
  if (error && !data) {
    return (
      <LoadError what={t('The setup details')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Spinner />
  return (
    <Alert
      tone="warning"
      title={t('Setup Required')}
      action={
        <Link href={amazonConnectionPath} className={buttonVariants({ size: 'small' })}>
          {t('Go to Marketplace Connect')}
        </Link>
      }
    >
      <div className="grid max-w-prose gap-3">
        <p className="whitespace-pre-line">{data.setupInstructions}</p>
        {data.missingCredentials.length > 0 && (
          <div>
            <p className="font-medium">{t('Missing')}</p>
            <ul aria-label={t('Missing credentials')} className="ml-5 list-disc">
              {data.missingCredentials.map((name) => (
                <li key={name} className="wrap-anywhere">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="text-sm whitespace-pre-line text-muted">{data.helpText}</p>
      </div>
    </Alert>
  )
}

const features = [
  {
    Icon: RefreshCw,
    name: t('Inventory sync from FBA every 30 minutes'),
    about: t('Available, reserved and inbound units at Amazon’s warehouses.'),
  },
  {
    Icon: PackageSearch,
    name: t('Product data import'),
    about: t('Titles, brands, images and dimensions from your listings.'),
  },
  {
    Icon: Truck,
    name: t('Multi-channel fulfillment'),
    about: t('Orders from every channel ship from Amazon’s warehouses.'),
  },
  {
    Icon: ArrowLeftRight,
    name: t('Bi-directional sync of products created in the app'),
    about: t('What you add or change here goes to Amazon, and vice versa.'),
  },
] as const

function FeaturesCard() {
  return (
    <Card aria-labelledby="features-heading">
      <CardHeader id="features-heading" title={t('What the integration does')} />
      <ul className="grid gap-x-8 gap-y-4 p-4 md:grid-cols-2 md:p-5">
        {features.map(({ Icon, name, about }) => (
          <li key={name} className="flex gap-3">
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
            <div>
              <p className="font-medium">{name}</p>
              <p className="text-sm text-muted">{about}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type TwoWayCardProps = { onView: (only: string) => void }

/** Rendered only while there are changes to review. */
function TwoWayCard({ onView }: TwoWayCardProps) {
  const counts = useReviewCounts()
  if (counts.length === 0) return null
  return (
    <Card aria-labelledby="two-way-heading">
      <CardHeader
        id="two-way-heading"
        title={t('Two-way sync')}
        description={t('Product and listing changes for you to review')}
      />
      <ul className="divide-y">
        {counts.map(({ review, count }) => (
          <Entry key={review.only} review={review} count={count} onView={onView} />
        ))}
      </ul>
    </Card>
  )
}

type EntryProps = TwoWayCardProps & { review: ChangesToReview; count: number }

function Entry({ review: { only, title, tone, about }, count, onView }: EntryProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <div className="grid min-w-60 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{title}</span>
          <Badge tone={tone}>{t('{count, plural, one {# change} other {# changes}}', { count })}</Badge>
        </p>
        <p className="text-sm text-muted">{about}</p>
      </div>
      <Button size="small" aria-label={t('View {title}', { title })} onClick={() => onView(only)}>
        {t('View')}
      </Button>
    </li>
  )
}

/**
 * The drawer of listing changes: those of one run (`id` is the run), or the changes to review of all runs (`id` is the
 * filter).
 */
function ChangesDetail({ detail }: { detail: ReturnType<typeof useUrlDetail> }) {
  const { id, inside, swap, close, choose } = detail
  const review = changesToReview.find(({ only }) => only === id)
  if (review) return <ChangesToReviewDrawer review={review} onClose={close} />
  return id && <TwoWayDrawer address={id} only={inside} onOnlyChange={choose} onStarted={swap} onClose={close} />
}

type ChangesToReviewDrawerProps = { review: ChangesToReview; onClose: () => void }

function ChangesToReviewDrawer({ review: { only, title, about }, onClose }: ChangesToReviewDrawerProps) {
  const changes = useListingChanges({ only })
  return (
    <Drawer open onOpenChange={onClose} side="right" size="detail" title={title}>
      <p className="px-4 pb-3 text-muted">{about}</p>
      <div className="border-t">
        <ChangeList changes={changes} hasOutcome isDated empty={<EmptyState>{t('Nothing to review.')}</EmptyState>} />
      </div>
    </Drawer>
  )
}
