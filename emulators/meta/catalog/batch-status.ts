import { assertCatalog, type Operation } from '../graph/operation.ts'
import { badParameter } from '../refusal.ts'

export const batchStatus: Operation = {
  name: 'check_batch_request_status',
  method: 'GET',
  path: '/:version/:id/check_batch_request_status',
  answer(call) {
    assertCatalog(call)
    const handle = call.query.get('handle')
    const batch = call.shop.batches.find((one) => one.handle === handle)
    if (!batch) throw badParameter('Param handle is not the handle of a batch')
    const errors = batch.errors ?? []
    return {
      data: [
        {
          status: batch.errors === null ? 'started' : 'finished',
          errors_total_count: errors.length,
          errors,
          warnings: [],
          ids_of_invalid_requests:
            call.query.get('load_ids_of_invalid_requests') === 'true' ? errors.map(({ id }) => id) : [],
        },
      ],
    }
  },
}
