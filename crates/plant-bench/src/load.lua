-- Creates plants as fast as the connections take them, each under an id of its
-- own: a create that is repeated is answered without a write.
--
-- Arguments: the token, the order of the ids, the first number, and how many
-- threads share the numbers. Thread t of T takes first + t, first + t + T, …, so
-- that ids in order are in order over all of them.

local threads = 0

function setup(thread)
  thread:set("thread_number", threads)
  threads = threads + 1
end

local orders = {
  ascending = function(number) return string.format("%d", number) end,
  -- Odd, so no two numbers give the same; 2^64 divided by the golden ratio.
  random = function(number) return (tostring(number * -7046029254386353131LL):gsub("LL", "")) end,
}

function init(arguments)
  local token, order, first, step = unpack(arguments)
  id_of = orders[order]
  number = tonumber(first) + thread_number
  step_between = tonumber(step)
  head = "POST /plants HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port ..
    "\r\nAuthorization: Bearer " .. token ..
    "\r\nContent-Type: application/json\r\nContent-Length: "
end

function request()
  local id = id_of(number)
  number = number + step_between
  local body = '{"id":' .. id .. ',"name":"Monstera deliciosa","tag":"climber"}'
  return head .. #body .. "\r\n\r\n" .. body
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nJSON {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"p999":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
