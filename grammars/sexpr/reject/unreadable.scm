#<procedure car>
