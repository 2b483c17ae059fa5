import type { ReactNode } from 'react'
import { SearchBox } from '#web/shared/search-box.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { everything, flagOptions, statusOptions } from './order-filter-words.ts'
import type { OrderFiltering } from './use-order-filter.ts'

const chosen = (value: string) => (value === everything ? null : value)

type OrderFiltersProps = { filtering: OrderFiltering; views: ReactNode }

export function OrderFilters({ filtering, views }: OrderFiltersProps) {
  const { text, setText, filter, choose, channels, isSet, clear } = filtering
  return (
    <Card aria-labelledby="order-filters">
      <CardHeader id="order-filters" title="Filters" actions={views} />
      <CardBody className="grid grid-cols-2 gap-2 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_auto] xl:flex">
        <SearchBox
          label="Search orders"
          placeholder="Search orders..."
          text={text}
          onTextChange={setText}
          className="col-span-full xl:flex-1"
        />
        <div className="min-w-0 xl:w-44">
          <Select
            aria-label="Status"
            options={statusOptions}
            value={filter.status ?? everything}
            onValueChange={(status) => choose({ status: chosen(status) })}
          />
        </div>
        <div className="min-w-0 xl:w-44">
          <Select
            aria-label="Channel"
            options={[{ value: everything, label: 'All Channels' }, ...channels]}
            value={filter.channelId ?? everything}
            onValueChange={(channelId) => choose({ channelId: chosen(channelId) })}
          />
        </div>
        <div className="min-w-0 xl:w-40">
          <Select
            aria-label="Flag"
            options={flagOptions}
            value={filter.flag ?? everything}
            onValueChange={(flag) => choose({ flag: chosen(flag) })}
          />
        </div>
        <Button
          aria-disabled={!isSet}
          onClick={clear}
          className="md:col-span-full md:justify-self-end lg:col-span-1 xl:self-center"
        >
          Clear Filters
        </Button>
      </CardBody>
    </Card>
  )
}
