import { useState } from 'react'
import { useUrlParam } from '#web/shared/use-url-param.ts'

export type BatchDialogControl = ReturnType<typeof useBatchDialog>

/** The bulk action whose progress is shown, told by the URL, and the last one begun or looked at here. */
export function useBatchDialog() {
  const [openId, setOpenId] = useUrlParam('batch')
  const [lastId, setLastId] = useState(openId)

  function show(batchId: string) {
    setLastId(batchId)
    setOpenId(batchId)
  }

  return { openId, lastId, show, close: () => setOpenId(null) }
}
