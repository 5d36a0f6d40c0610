"""Creates a plant and handles a documented error, through the client that
openapi-python-client generates. `cargo xtask clients` runs it.
"""

import os

from plant_client import AuthenticatedClient
from plant_client.api.plants import create_plant
from plant_client.models import Error, NewPlant, Plant

client = AuthenticatedClient(
    base_url=os.environ["PLANT_STORE_URL"], token=os.environ["PLANT_STORE_TOKEN"]
)

created = create_plant.sync(client=client, body=NewPlant(id=2, name="Aloe vera"))
assert isinstance(created, Plant), created
assert created.name == "Aloe vera", created

refused = create_plant.sync(client=client, body=NewPlant(id=2, name="Basil"))
assert isinstance(refused, Error), refused
assert refused.error == 110, refused
assert refused.message == "The id 2 belongs to a different plant.", refused
