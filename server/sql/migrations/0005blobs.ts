/** Messages and uploads in the database, for gateways that share no disk: bytes in chunks, and the parts that an upload came in. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db, dialect) => {
    const { schema } = db
    await schema
      .createTable('blobs')
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('kind', 'text', (it) => it.notNull())
      // Null until every byte is there.
      .addColumn('size', 'bigint')
      .addColumn('made_at', 'bigint', (it) => it.notNull())
      .execute()
    await schema.createIndex('blobs_made').on('blobs').columns(['kind', 'made_at']).execute()
    await schema
      .createTable('blob_chunks')
      .addColumn('blob', 'text', (it) => it.notNull().references('blobs.id').onDelete('cascade'))
      .addColumn('position', 'integer', (it) => it.notNull())
      .addColumn('bytes', dialect === 'postgres' ? sql`bytea` : 'blob', (it) => it.notNull())
      .addPrimaryKeyConstraint('blob_chunks_key', ['blob', 'position'])
      .execute()
    // Mail is mostly base64 and files that are packed already: trying to pack it again costs time and gains little.
    if (dialect === 'postgres') await sql`alter table blob_chunks alter column bytes set storage external`.execute(db)
    await schema
      .createTable('upload_parts')
      .addColumn('upload_id', 'text', (it) => it.notNull())
      .addColumn('start', 'bigint', (it) => it.notNull())
      .addColumn('blob', 'text', (it) => it.notNull().unique().references('blobs.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('upload_parts_key', ['upload_id', 'start'])
      .execute()
  },
}
