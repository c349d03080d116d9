/** The collection definitions of the sample workspace: keys, default orders and JSON Schemas. */

const text = { type: 'string' };
const timestamp = { type: 'string', format: 'date-time' };
const price = { type: 'number', minimum: 0 };

/** @param {readonly string[]} required @param {Record<string, object>} properties */
const object = (required, properties) => ({ type: 'object', required, properties });

export const sampleSchemas = {
  users: {
    key: 'userId',
    sort: 'userId',
    time: 'created_at',
    schema: object(['userId', 'name', 'status'], {
      userId: { type: 'string', minLength: 1 },
      name: { type: 'string', minLength: 1 },
      status: { type: 'string', enum: ['active', 'inactive'], default: 'active' },
      email: { type: 'string', format: 'email' },
      plan: { type: 'string', enum: ['free', 'pro', 'team', 'enterprise'] },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      address: object([], { city: text, country: { type: 'string', pattern: '^[A-Z]{2}$' } }),
      tags: { type: 'array', items: text },
      newsletter: { type: 'boolean' },
      created_at: timestamp,
      last_login_at: { type: ['string', 'null'], format: 'date-time' },
    }),
  },
  products: {
    key: 'id',
    sort: 'name',
    time: 'created_at',
    schema: object(['name', 'category', 'price', 'stock'], {
      id: { type: 'integer' },
      sku: text,
      name: { type: 'string', minLength: 1 },
      category: { type: 'string', enum: ['audio', 'books', 'garden', 'kitchen', 'office', 'outdoor', 'toys'] },
      price,
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      stock: { type: 'integer', minimum: 0 },
      rating: { type: 'number', minimum: 0, maximum: 5 },
      discontinued: { type: 'boolean' },
      created_at: timestamp,
    }),
  },
  orders: {
    key: 'id',
    sort: '-created_at',
    time: 'created_at',
    schema: object(['userId', 'status', 'total', 'date'], {
      id: { type: 'integer' },
      userId: text,
      status: { type: 'string', enum: ['paid', 'shipped', 'delivered', 'cancelled', 'refunded'] },
      total: price,
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      date: { type: 'string', format: 'date' },
      created_at: timestamp,
      items: {
        type: 'array',
        items: object(['productId', 'quantity', 'price'], {
          productId: { type: 'integer' },
          name: text,
          quantity: { type: 'integer', minimum: 1 },
          price,
        }),
      },
    }),
  },
  events: {
    key: 'id',
    sort: 'created_at',
    time: 'created_at',
    schema: object(['type', 'created_at'], {
      id: { type: 'integer' },
      type: text,
      userId: text,
      created_at: timestamp,
      data: { type: 'object' },
    }),
  },
};
